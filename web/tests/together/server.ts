/** The other end of a line, for tests: sockets that are opened, what is said on them, and what is said back. */
import type { ServerMessage, SocketMessage } from '$/generated/protocol';

export class FakeSocket {
  static all: FakeSocket[] = [];
  readonly said: SocketMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  isOpen = false;
  private isTaken = false;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    return FakeSocket.all.at(-1)!;
  }

  get readyState(): number {
    return this.isOpen ? 1 : this.isTaken ? 3 : 0;
  }

  send(text: string): void {
    if (!this.isOpen) throw new Error('this socket is not open');
    this.said.push(JSON.parse(text) as SocketMessage);
  }

  close(): void {
    if (!this.isTaken) throw new Error('a socket that is closed before it is open is complained of');
    this.isOpen = false;
  }

  /** The server takes the call. */
  open(): this {
    this.isOpen = this.isTaken = true;
    this.onopen?.();
    return this;
  }

  tell(...messages: ServerMessage[]): this {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
    return this;
  }

  /** The line breaks. */
  break(): void {
    [this.isOpen, this.isTaken] = [false, true];
    this.onclose?.();
  }
}

export const ENTERED: ServerMessage = { type: 'entered', person: 'p1', may_sit: true };
