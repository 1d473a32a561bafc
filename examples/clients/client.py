"""A bot in fifty lines: opens a table at a server (or sits down by an invitation), and plays any action it may.

python client.py http://localhost:8642 crypto_cards            opens a table with two bots, and begins
python client.py http://localhost:8642 TABLE INVITATION SEAT   sits down at somebody's table
"""

import hashlib
import itertools
import json
import random
import secrets
import sys
import urllib.request

from websockets.sync.client import connect  # pip install websockets


def post(url, body, token=""):
    """Say something over HTTP."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


def play(server, table, invitation, seat, token, is_host):
    """Play a whole match; returns the points and the places of all seats."""
    ids, asked, nonce = itertools.count(1), None, b""
    with connect(f"{server.replace('http', 'ws', 1)}/ws/tables/{table}") as line:

        def say(kind, **more):
            line.send(json.dumps({"type": kind, **more}))

        say("enter", token=token, code=invitation)
        if seat is not None:
            say("take_seat", id=next(ids), seat=seat)
        say("start_match" if is_host else "be_ready", id=next(ids), **({} if is_host else {"is_ready": True}))
        for written in line:
            heard = json.loads(written)
            if heard["type"] == "shuffle_asked":
                nonce = secrets.token_bytes(32)  # our part of the shuffle, another one each round
                say("commit_nonce", round=heard["round"], commitment=hashlib.sha256(nonce).hexdigest())
            elif heard["type"] == "nonces_committed":
                say("reveal_nonce", round=heard["round"], nonce=nonce.hex())
            elif heard["type"] in ("accepted", "declined"):
                asked = None
            elif heard["type"] == "view_changed":
                say("describe_view")  # what may I do, by names? (records are quicker: see docs/protocol.md)
            elif heard["type"] == "view_described" and heard["is_over"]:
                return heard["points"], heard["places"]
            elif heard["type"] == "view_described" and heard["legal"] and asked is None:
                asked = next(ids)  # one thing at a time: the answer comes under this id
                say("play_action", id=asked, action=random.choice(heard["legal"])["action"])
    raise ConnectionError("the server has ended the line")


if __name__ == "__main__":
    server, *where = sys.argv[1:]
    token = post(f"{server}/api/people", {"name": "Fifty lines"})["token"]
    if len(where) == 1:
        made = post(f"{server}/api/tables", {"game": where[0], "seats": 3, "bots": {1: "easy", 2: "easy"}}, token)
        print(play(server, made["table"], made["invite"], None, token, True))
    else:
        print(play(server, where[0], where[1], int(where[2]), token, False))
