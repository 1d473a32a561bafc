/** The wire between a browser and the server, which a test can cut: every connection breaks, and none comes through. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class Wire {
  private readonly ends = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    /** The server's address at this end of the wire. */
    readonly at: string,
  ) {}

  static async to(address: string): Promise<Wire> {
    const { hostname, port } = new URL(address);
    const server = createServer((near) => {
      if (wire.isCut) return near.destroy();
      const far = connect(Number(port), hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        wire.ends.add(one);
        one.pipe(other);
        one.on('error', () => {});
        one.on('close', () => {
          wire.ends.delete(one);
          other.destroy();
        });
      }
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const wire = new Wire(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return wire;
  }

  cut(): void {
    this.isCut = true;
    for (const end of this.ends) end.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  remove(): void {
    this.cut();
    this.server.close();
  }
}
