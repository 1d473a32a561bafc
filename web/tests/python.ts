/** The same rules in Python, for comparison. */
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';

const ROOT = dirname(process.cwd());

/** Run a program in the project's Python; what it prints is JSON. */
export function python<Answer>(program: string, ...given: string[]): Answer {
  const command = process.env.PYTHON ?? `${ROOT}/.venv/bin/python`;
  return JSON.parse(
    execFileSync(command, ['-c', program, ...given], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 27 }),
  ) as Answer;
}
