/** Several people at one device: what comes into the page is what whoever holds it may know, and goes with them. */
import { describe, expect, it } from 'vitest';
import { unbase64 } from '$/client/table.svelte';
import { SPECTATOR } from '$/game/module';
import type { Match } from '$/host/match';
import { act, dealtHere, hide, pass, resumed, scene, settled, take, type Here } from './here';
import { bytesIn, holds } from './reach';

/** The records that came into the page from a place of what was said on. */
function records({ said }: Here, from = 0): Uint8Array[] {
  return said.slice(from).flatMap((message) => ('record' in message ? [unbase64(message.record)] : []));
}

/** Everybody else gets other cards, as far as a seat can tell. */
function dealAgain(match: Match, seat: number): void {
  match.game.redeal(match.state, seat, match.game.chance(new Uint8Array(32).fill(9)));
}

function textOf({ said }: Here): string {
  return JSON.stringify(said);
}

describe('hands that are hidden', () => {
  it('are seen one at a time, behind a curtain', async () => {
    const here = await dealtHere('crypto_cards', 3, [0, 1]);
    const { device, match } = here;
    expect(scene(here)).toEqual(['curtain', null, 0]);
    expect(device.told).toMatchObject({ hides: true, people: [0, 1] });
    expect(records(here)).toEqual([match().view(SPECTATOR)]);
    await take(here, 0);
    expect(scene(here)).toEqual(['hand', 0, null]);
    expect([device.table!.seat, device.table!.myTurn]).toEqual([0, true]);
    expect(records(here).at(-1)).toEqual(match().view(0));

    await pass(here);
    expect(scene(here)).toEqual(['hand', 0, 1]);
    const before = here.said.length;
    await hide(here);
    expect(scene(here)).toEqual(['curtain', null, 1]);
    expect(device.table!.seat).toBe(SPECTATOR);
    expect(records(here, before)).toEqual([match().view(SPECTATOR)]);

    // Whoever acted may look again.
    await take(here, 0);
    expect(scene(here)).toEqual(['hand', 0, 1]);
    await hide(here);
    await take(here, 1);
    await pass(here);
    expect(scene(here)).toEqual(['hand', 1, null]);
    // When the bot has played, the device goes back.
    here.time.move(60);
    await settled(here);
    expect(scene(here)).toEqual(['hand', 1, 0]);
  });

  it.each([
    ['crypto_cards', 3],
    ['cash_or_crash', 3],
    ['dead_cat_bounce', 3],
  ])('are not to be found in the page once they are hidden: %s', async (game, seats) => {
    const here = await dealtHere(game, seats, [0, 1, 2]);
    const { device, match } = here;
    const all = [0, 1, 2];
    const found = (): number[] => all.filter((seat) => holds(bytesIn(device), match().view(seat)));
    expect(found()).toEqual([]);
    for (const seat of [match().toAct[0]!, (match().toAct[0]! + 1) % 3]) {
      await take(here, seat);
      expect(found()).toEqual([seat]);
      device.hide();
      expect(found()).toEqual([]);
      await settled(here);
      expect(found()).toEqual([]);
    }
  });

  it('come and go with all that was said of them: what was meant for a hand that is hidden does nothing', async () => {
    const here = await dealtHere('crypto_cards', 2, [0, 1]);
    await take(here, 0);
    const former = here.device.table!;
    await pass(here);
    await hide(here);
    await take(here, 1);
    const entries = here.match().log.length;
    former.attempt('pass');
    await settled(here);
    expect(here.match().log.length).toBe(entries);
  });

  it('change nothing of what comes into the page while another looks', async () => {
    for (const game of ['crypto_cards', 'dead_cat_bounce']) {
      const told: string[] = [];
      for (const isOther of [false, true]) {
        const here = await dealtHere(game, 3, [0, 1, 2]);
        const match = here.match();
        const before = match.state.slice();
        if (isOther) dealAgain(match, 0);
        expect(match.view(0)).toEqual(match.game.hidden(before, 0));
        if (isOther) expect(match.view(1)).not.toEqual(match.game.hidden(before, 1));
        await take(here, 0);
        if (game === 'crypto_cards') await act(here, 'pass');
        await hide(here);
        expect(scene(here)[0]).toBe('curtain');
        told.push(textOf(here));
      }
      expect(told[1]).toBe(told[0]);
    }
  });

  it('where all choose in secret, one after another: nobody is told what the former chose', async () => {
    const told: string[] = [];
    for (const stakes of [
      ['stake GGG', 'stake OOO'],
      ['stake WWW', 'stake GOW'],
    ]) {
      const here = await dealtHere('cash_or_crash', 2, [0, 1]);
      expect(here.match().toAct).toEqual([0, 1]);
      await take(here, 0);
      for (const text of stakes) await act(here, text);
      expect(scene(here)).toEqual(['hand', 0, 1]);
      // Whoever has chosen may look again, and choose otherwise.
      await hide(here);
      await take(here, 0);
      here.device.table!.takeBack();
      await settled(here);
      expect(scene(here)).toEqual(['hand', 0, null]);
      await act(here, stakes[1]);
      const before = here.said.length;
      await hide(here);
      expect(scene(here)).toEqual(['curtain', null, 1]);
      await take(here, 1);
      told.push(JSON.stringify(here.said.slice(before)));
      expect(here.device.table!.mayUndo).toBe(false);
      await act(here, 'stake GGO');
      await act(here, 'stake GGW');
      // All have chosen: whoever opens is next.
      expect(scene(here)).toEqual(['hand', 1, 0]);
    }
    expect(told[1]).toBe(told[0]);
  });

  it('go back by a word of all, and nobody is asked one by one', async () => {
    const here = await dealtHere('crypto_cards', 2, [0, 1]);
    const { device, match } = here;
    await take(here, 0);
    await pass(here);
    await hide(here);
    await take(here, 1);
    await pass(here);
    await hide(here);
    await take(here, 0);
    device.table!.takeBack();
    await settled(here);
    expect(device.table!.refusal?.code).toBe('needs_consent');
    device.table!.askUndo();
    await settled(here);
    expect(match().toAct).toEqual([0]);
    expect(match().log.at(-1)).toMatchObject({ seat: 0, byConsent: true });
    expect([device.table!.about.undo, device.table!.myTurn]).toEqual([null, true]);
  });

  it('are shown no more once the match is over: the result is for all, and the file may be had', async () => {
    const here = await dealtHere('crypto_cards', 2, [0, 1]);
    const { device, match } = here;
    for (let step = 0; step < 400 && !match().over; step++) {
      const [kind, , next] = scene(here);
      if (kind === 'curtain') await take(here, next!);
      else if (next !== null) await hide(here);
      else await act(here);
      if (!match().over) expect(here.said.some(({ type }) => type === 'match_file')).toBe(false);
    }
    expect(scene(here)).toEqual(['over', null, null]);
    device.table!.send({ type: 'save_match', id: 1000 });
    await settled(here);
    expect(device.table!.file).toBe(match().file());
    await take(here, 1);
    expect([scene(here), device.table!.seat]).toEqual([['over', 1, null], 1]);
    expect(here.kept.at(-1)!.match).toMatchObject({ over: true, people: [0, 1], players: ['Anna', 'Ben'] });
    expect(here.kept.at(-1)!.match.result!.places).toEqual(match().places);
  });
});

describe('a match of a shared device that is kept', () => {
  it('is gone on with behind a curtain, never straight in a hand', async () => {
    const here = await dealtHere('crypto_cards', 3, [0, 1]);
    await take(here, 0);
    await pass(here);
    const again = await resumed(here);
    expect(again.match().file()).toBe(here.match().file());
    expect(scene(again)).toEqual(['curtain', null, 1]);
    expect(records(again)).toEqual([again.match().view(SPECTATOR)]);
    expect(textOf(again)).not.toContain('07'.repeat(32));
  });

  it('is shown to a tab that only looks at it as all may see it', async () => {
    const here = await dealtHere('crypto_cards', 3, [0, 1]);
    await take(here, 0);
    await pass(here);
    const other = await resumed(here, true);
    expect(scene(other)).toEqual(['watching', null, null]);
    await take(other, 0);
    expect(scene(other)).toEqual(['watching', null, null]);
    expect(records(other)).toEqual([other.match().view(SPECTATOR)]);
    expect(other.kept.length).toBe(1);
  });

  it('is written no more by whoever is not its writer', async () => {
    const here = await dealtHere('crypto_cards', 2, [0, 1]);
    expect(here.howKept.at(-1)).toBe('kept');
    const { keeper } = here.host as unknown as { keeper: { store: () => Promise<unknown> } };
    const writes = { write: () => Promise.resolve(false) };
    keeper.store = () => Promise.resolve(writes);
    await take(here, 0);
    await pass(here);
    expect(here.howKept.at(-1)).toBe('lost');
    keeper.store = () => Promise.reject(new Error('full'));
    const before = here.howKept.length;
    await hide(here);
    await take(here, 1);
    await pass(here);
    expect(here.howKept.length).toBe(before);
  });
});

describe('a game that hides nothing', () => {
  it('has no curtain: the seat changes by itself, the table stays, and whoever acted last takes it back', async () => {
    const here = await dealtHere('bounce', 2, [0, 1]);
    const { device, match } = here;
    expect(device.told).toMatchObject({ hides: false, scene: 'hand', seat: 0 });
    const { table } = device;
    const seats = new Set<number>();
    for (let step = 0; step < 30 && !match().over && seats.size < 2; step++) {
      seats.add(table!.seat);
      expect(table!.seat).toBe(match().toAct[0]);
      await act(here);
    }
    expect([...seats].sort()).toEqual([0, 1]);
    expect(device.table).toBe(table);
    const log = match().story(table!.seat);
    expect(table!.log).toEqual(log);
    const last = match().log.at(-1)!.seat;
    expect(table!.mayUndo).toBe(match().mayUndo(last));
    device.table!.askUndo();
    await settled(here);
    expect(match().toAct).toEqual([last]);
    expect(table!.seat).toBe(last);
  });

  it('has a key for each in a race: the first that is pressed rings', async () => {
    const here = await dealtHere('cash_a_catch', 4, [0, 1, 2], { pace: 2.5 });
    const { device, match, time } = here;
    expect(scene(here)).toEqual(['hand', 0, null]);
    await act(here, 'open');
    expect(scene(here)).toEqual(['race', 0, null]);
    // With four the auctioneer has no bell.
    expect(device.told!.race).toEqual({ seats: [1, 2], waits: false, asks: false });
    time.move(0.1);
    device.press(0);
    device.press(2);
    device.press(1);
    await settled(here);
    expect(match().log.map(({ seat, action }) => [seat, action!.text])).toEqual([
      [0, 'open'],
      ...match()
        .log.slice(1, -1)
        .map(({ seat }) => [seat, 'hold']),
      [2, 'ring'],
    ]);
    expect(scene(here)).toEqual(['hand', 2, null]);
    expect(device.table!.seat).toBe(2);
  });

  it('says why a key did nothing, and waits when it is told to', async () => {
    const here = await dealtHere('cash_a_catch', 3, [0, 1, 2], { pace: 2.5 });
    const { device, match, time } = here;
    await act(here, 'open');
    device.press(0);
    await settled(here);
    expect(device.refused).toEqual(
      expect.objectContaining({ seat: 0, reason: expect.objectContaining({ code: 'too_early' }) }),
    );
    device.runRace(false);
    await settled(here);
    const entries = match().log.length;
    time.move(60);
    device.press(1);
    await settled(here);
    expect([match().log.length, device.told!.race!.waits, device.table!.paused]).toEqual([entries, true, false]);
    device.runRace(true);
    await settled(here);
    time.move(0.6);
    device.press(0);
    await settled(here);
    expect(match().log.at(-1)).toMatchObject({ seat: 0, action: { text: 'ring' } });
  });

  it('goes on without a clock when nobody wants to ring, and waits after a reload', async () => {
    const here = await dealtHere('cash_a_catch', 3, [0, 1, 2], { pace: 0 });
    const { device, match } = here;
    await act(here, 'open');
    expect(device.told!.race).toEqual({ seats: [0, 1, 2], waits: false, asks: true });
    const again = await resumed(here);
    expect(again.device.told!.race).toEqual({ seats: [0, 1, 2], waits: true, asks: true });
    const seen = match().view(SPECTATOR);
    for (let asked = 0; asked < 2 && match().game.looksTheSame(match().state, seen); asked++) {
      device.letPass();
      await settled(here);
    }
    expect(match().game.looksTheSame(match().state, seen)).toBe(false);
    expect(scene(here)[0]).toBe('race');
    device.press(1);
    await settled(here);
    expect(match().log.at(-1)).toMatchObject({ seat: 1, action: { text: 'ring' } });
  });
});

describe('a race with hidden hands', () => {
  const BLITZ = 2;

  async function untilTheRace(pace: number): Promise<Here> {
    const here = await dealtHere('cash_or_crash', 3, [0, 1, 2], { pace, options: { variant: BLITZ } });
    for (let step = 0; step < 60 && scene(here)[0] !== 'race'; step++) {
      const [kind, , next] = scene(here);
      if (kind === 'curtain') await take(here, next!);
      else if (next !== null) await hide(here);
      else await act(here, here.device.table!.seen!.action('bid 1 Gold') ? 'bid 1 Gold' : undefined);
    }
    return here;
  }

  it.each([8, 0])(
    'is on a screen for all, waits until all are ready, and is stopped by a key (pace %s)',
    async (pace) => {
      const here = await untilTheRace(pace);
      const { device, match, time } = here;
      expect(scene(here)).toEqual(['race', null, null]);
      expect(device.told!.race).toEqual({ seats: [1, 2], waits: true, asks: pace === 0 });
      expect(records(here).at(-1)).toEqual(match().view(SPECTATOR));
      expect([0, 1, 2].filter((seat) => holds(bytesIn(device), match().view(seat)))).toEqual([]);
      const entries = match().log.length;
      time.move(60);
      device.press(1);
      await settled(here);
      expect([match().log.length, scene(here)[0]]).toEqual([entries, 'race']);

      device.runRace(true);
      await settled(here);
      device.press(2);
      device.press(1);
      await settled(here);
      expect(scene(here)).toEqual(['curtain', null, 2]);
      expect(device.told!.claim).toBe(2);
      time.move(60);
      await take(here, 2);
      expect(scene(here)).toEqual(['hand', 2, null]);
      expect([device.table!.paused, device.table!.seen!.legal.length > 2]).toEqual([false, true]);
      // Whoever holds gives the race back to the others.
      await act(here, 'hold');
      expect(scene(here)).toEqual(['race', null, null]);
      expect(device.told).toMatchObject({ claim: null, race: { seats: [1, 2], waits: true } });
      device.runRace(true);
      await settled(here);
      device.press(1);
      await settled(here);
      await take(here, 1);
      await act(here, 'challenge');
      expect(match().log.some(({ action }) => action?.text === 'challenge')).toBe(true);
      expect(device.told!.claim).toBeNull();
    },
  );

  it('goes on as if nothing had been pressed, when whoever stopped it lets it', async () => {
    const here = await untilTheRace(8);
    const { device, match, time } = here;
    device.runRace(true);
    await settled(here);
    device.press(1);
    await settled(here);
    await hide(here);
    expect(scene(here)).toEqual(['race', null, null]);
    const entries = match().log.length;
    device.runRace(true);
    await settled(here);
    time.move(9);
    await settled(here);
    // The time is up: who is in turn must act.
    expect(match().log.length).toBeGreaterThan(entries);
    expect(scene(here)).toEqual(['curtain', null, 1]);
  });
});
