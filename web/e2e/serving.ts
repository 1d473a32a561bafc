/** A server of a test's own, which it may kill: with an empty database, settings and vault of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PATIENCE = 90_000;

/** What a server keeps lies in this folder, not among the tables of whoever runs the tests. */
export function keptIn(folder: string): { [name: string]: string } {
  return { OUTCRY_DATABASE: join(folder, 'tables.sqlite'), XDG_CONFIG_HOME: folder };
}

export class Serving {
  private readonly folder = mkdtempSync(join(tmpdir(), 'outcry-'));
  private process: ChildProcess | null = null;

  private constructor(private readonly port: number) {}

  static async begun(): Promise<Serving> {
    const serving = new Serving(await freePort());
    await serving.begin();
    return serving;
  }

  get at(): string {
    return `http://127.0.0.1:${this.port}/`;
  }

  /** Begin, or begin again where it was left. */
  async begin(): Promise<void> {
    this.process = spawn(process.env.OUTCRY ?? '../.venv/bin/outcry', ['serve', '--port', String(this.port)], {
      env: { ...process.env, ...keptIn(this.folder) },
      stdio: 'ignore',
    });
    const until = Date.now() + PATIENCE;
    while (!(await this.answers())) {
      if (Date.now() > until || this.process.exitCode !== null) throw new Error('the server does not begin');
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const ending = this.process;
    if (ending?.exitCode === null && ending.signalCode === null && ending.kill(signal)) await once(ending, 'exit');
  }

  async forget(): Promise<void> {
    await this.end('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return fetch(`${this.at}readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
