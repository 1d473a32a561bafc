/** What a page and its worker say to each other besides a table's messages, where several people share the page. */
import type { About } from '$/client/kept/record';
import type { ClientMessage, HostMessage, LoadMatch, OpenMatch, ReasonGiven } from '$/generated/messages';
import type { Scene } from './holding';

/** What a page asks of the device that it is. */
export type DeviceAsked =
  /** Deal for the people of this device. */
  | { type: 'open_device'; about: About; open: OpenMatch }
  /** Go on with a match that is kept; the worker reads its file. Whoever only looks at it plays nothing. */
  | { type: 'resume_device'; about: About; load: Omit<LoadMatch, 'type' | 'file'>; isLooking: boolean }
  /** Somebody has the device in hand, and wants to see what is theirs. */
  | { type: 'take_device'; seat: number }
  /** Nobody's hand is to be seen any more. */
  | { type: 'hide_hand' }
  /** Somebody presses their key in a race. */
  | { type: 'press_key'; seat: number }
  /** The race begins, or waits. */
  | { type: 'run_race'; runs: boolean }
  /** Nobody at this device wants to act in a race without a clock. */
  | { type: 'let_pass' }
  /** What whoever is shown says to the table; what was meant for somebody shown before counts no longer. */
  | { type: 'said'; showing: number; message: ClientMessage };

/** A race on one screen. */
export interface SharedRace {
  /** Who may act. */
  seats: number[];
  /** It waits until all are ready. */
  waits: boolean;
  /** There is no clock, and somebody here has yet to act or to let it pass. */
  asks: boolean;
}

export type DeviceTold =
  | {
      type: 'device_changed';
      /** Counts what is shown: with another number it is the view of somebody else. */
      showing: number;
      scene: Scene;
      /** Whose view is shown; null for what all may know. */
      seat: number | null;
      /** To whom the device goes. */
      next: number | null;
      people: number[];
      /** Whether anything is hidden from anybody in this game. */
      hides: boolean;
      race: SharedRace | null;
      /** Who has stopped a race to act. */
      claim: number | null;
    }
  | { type: 'key_refused'; seat: number; reason: ReasonGiven }
  /** How keeping it went: it is kept, another tab writes it, or the browser keeps nothing. */
  | { type: 'device_kept'; how: 'kept' | 'lost' | 'unkept' };

export type DeviceChanged = Extract<DeviceTold, { type: 'device_changed' }>;
export type FromDevice = HostMessage | DeviceTold;
