/**
 * A line to the server that comes back by itself. What has an id is kept until it is answered and said again, with the
 * same id, to whoever answers the next call: it is done once.
 */
import type { ReasonGiven } from '$/generated/messages';
import type { Enter, ServerMessage, SocketMessage } from '$/generated/protocol';

export type LineState = 'opening' | 'there' | 'gone' | 'closed';

export interface Listener {
  /** What is said first, each time. */
  greet(): Enter;
  hear(message: ServerMessage): void;
  /** The line is there, is gone and tries again, or is closed for good, and why. */
  changed(state: LineState, reason: ReasonGiven | null): void;
}

/** The reason for closing a line to somebody with a token of nobody's. */
export const NOT_KNOWN = 'not_known';

/** Seconds before each further try; the last holds from then on. */
const PAUSES = [0.3, 1, 2, 4, 8, 15];
const CONNECTING = 0;
const LOOK_EACH = 5_000;
/** After so long without looking the machine has slept, and nobody knows what became of the line. */
const SLEPT = 20_000;

export function socketAddress(path: string): string {
  const address = new URL(`ws/${path}`, document.baseURI);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

export class ServerLine {
  private socket: WebSocket | null = null;
  private state: LineState = 'opening';
  private readonly unanswered = new Map<number, SocketMessage>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly looking: ReturnType<typeof setInterval>;
  private lookedAt = Date.now();

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
  ) {
    window.addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.looking = setInterval(this.look, LOOK_EACH);
    this.open();
  }

  /** Say something: at once, or when the line is there again if it has an id; else it is too late then. */
  send(message: SocketMessage): void {
    if ('id' in message) this.unanswered.set(message.id, message);
    if (this.state === 'there') this.socket?.send(JSON.stringify(message));
  }

  /** Come back now, as whoever one is now. */
  again(): void {
    // A call that is not taken yet greets as whoever one is when it is.
    if (this.socket?.readyState === CONNECTING) return;
    this.drop();
    this.tries = 0;
    this.become('opening');
    this.open();
  }

  close(): void {
    window.removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    clearInterval(this.looking);
    this.drop();
    this.state = 'closed';
  }

  /** The net is there again, or somebody looks at the page again: no need to wait any longer. */
  private readonly wake = (): void => {
    this.look();
    if (this.state === 'gone' && document.visibilityState === 'visible') this.again();
  };

  private readonly look = (): void => {
    const slept = Date.now() - this.lookedAt > SLEPT;
    this.lookedAt = Date.now();
    if (!slept || this.state === 'closed' || document.visibilityState !== 'visible') return;
    this.drop();
    this.again();
  };

  private open(): void {
    clearTimeout(this.timer);
    const socket = new WebSocket(socketAddress(this.path));
    this.socket = socket;
    socket.onopen = (): void => socket.send(JSON.stringify(this.listener.greet()));
    socket.onmessage = (event: MessageEvent<string>): void => {
      if (socket === this.socket) this.hear(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (): void => {
      if (socket !== this.socket) return;
      this.socket = null;
      if (this.state !== 'closed') this.tryLater();
    };
  }

  private hear(message: ServerMessage): void {
    if (message.type === 'line_closed') {
      if (message.is_final) {
        this.drop();
        this.become('closed', message.reason);
      } else this.become('gone', message.reason);
      return;
    }
    if (message.type === 'accepted' || message.type === 'declined') this.unanswered.delete(message.id);
    if (this.state !== 'there') {
      this.tries = 0;
      this.become('there');
      for (const waiting of this.unanswered.values()) this.socket?.send(JSON.stringify(waiting));
    }
    this.listener.hear(message);
  }

  private tryLater(): void {
    const pause = PAUSES[Math.min(this.tries++, PAUSES.length - 1)]! * (0.75 + Math.random() / 2);
    if (this.state !== 'gone') this.become('gone');
    this.timer = setTimeout(() => this.open(), pause * 1000);
  }

  private drop(): void {
    clearTimeout(this.timer);
    const { socket } = this;
    this.socket = null;
    // Browsers complain of a socket that is closed before it is open: then it waits for that.
    if (socket?.readyState === CONNECTING) socket.onopen = (): void => socket.close();
    else socket?.close();
  }

  private become(state: LineState, reason: ReasonGiven | null = null): void {
    this.state = state;
    this.listener.changed(state, reason);
  }
}
