/** What the server says of a room, for tests. */
import type { RoomChanged, SeatTold } from '$/generated/protocol';

export function seatTold(more: Partial<SeatTold> = {}): SeatTold {
  const nobody = { name: null, colour: 0, bot: null, is_ready: false, is_here: false, is_late: false };
  return { ...nobody, is_played_for: false, ...more };
}

export function roomTold(more: Partial<RoomChanged> = {}): RoomChanged {
  return {
    type: 'room_changed',
    table: 't1',
    phase: 'gathering',
    settings: { game: 'crypto_cards', seats: 3 },
    seats: [
      seatTold({ name: 'Ada', colour: 1, is_ready: true, is_here: true }),
      seatTold({ bot: 'medium' }),
      seatTold(),
    ],
    seat: null,
    is_host: false,
    is_host_here: true,
    host: 'Ada',
    watchers: 0,
    invite: null,
    watch: null,
    commitment: '00'.repeat(32),
    abandon: [],
    next: null,
    twin: null,
    is_same_people: false,
    scores: null,
    is_secret_kept: true,
    next_watch: null,
    twin_invite: null,
    twin_watch: null,
    leg: 0,
    ...more,
  };
}
