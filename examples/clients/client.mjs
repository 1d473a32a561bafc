// A bot in fifty lines, for Node 22 or newer: opens a table at a server (or sits down by an invitation), and plays
// any action it may.
//
//   node client.mjs http://localhost:8642 crypto_cards            opens a table with two bots, and begins
//   node client.mjs http://localhost:8642 TABLE INVITATION SEAT   sits down at somebody's table
import { createHash, randomBytes } from 'node:crypto';

const [server, ...where] = process.argv.slice(2);

async function post(path, body, token = '') {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
  const answer = await fetch(server + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

function play(table, invitation, seat, token, isHost) {
  const line = new WebSocket(`${server.replace('http', 'ws')}/ws/tables/${table}`);
  let ids = 0, asked = null, nonce;
  const say = (type, more = {}) => line.send(JSON.stringify({ type, ...more }));
  return new Promise((resolve, reject) => {
    line.onerror = reject;
    line.onopen = () => {
      say('enter', { token, code: invitation });
      if (seat !== null) say('take_seat', { id: ++ids, seat });
      if (isHost) say('start_match', { id: ++ids });
      else say('be_ready', { id: ++ids, is_ready: true });
    };
    line.onmessage = ({ data }) => {
      const heard = JSON.parse(data);
      if (heard.type === 'shuffle_asked') {
        nonce = randomBytes(32); // our part of the shuffle, another one each round
        say('commit_nonce', { round: heard.round, commitment: createHash('sha256').update(nonce).digest('hex') });
      } else if (heard.type === 'nonces_committed')
        say('reveal_nonce', { round: heard.round, nonce: nonce.toString('hex') });
      else if (heard.type === 'view_changed') say('describe_view'); // what may I do, by names?
      else if (heard.type === 'view_described' && heard.is_over) resolve([heard.points, heard.places]), line.close();
      else if (heard.type === 'accepted' || heard.type === 'declined') asked = null;
      else if (heard.type === 'view_described' && heard.legal.length && asked === null) {
        asked = ++ids; // one thing at a time: the answer comes under this id
        say('play_action', { id: asked, action: heard.legal[Math.floor(Math.random() * heard.legal.length)].action });
      }
    };
  });
}

const { token } = await post('/api/people', { name: 'Fifty lines' });
if (where.length === 1) {
  const made = await post('/api/tables', { game: where[0], seats: 3, bots: { 1: 'easy', 2: 'easy' } }, token);
  console.log(await play(made.table, made.invite, null, token, true));
} else console.log(await play(where[0], where[1], Number(where[2]), token, false));
