/**
 * Which browser the tests use: Playwright's own where there is one, else the system's Chromium, else it is installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** Headless Chromium as root in a container, without calls home. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The program to run, or undefined for Playwright's own; null if there is none. */
export function findBrowser() {
  if (process.env.OUTCRY_CHROMIUM) return process.env.OUTCRY_CHROMIUM;
  if (existsSync(chromium.executablePath())) return undefined;
  return SYSTEM.find((path) => existsSync(path)) ?? null;
}

function tried(command, ...given) {
  try {
    execFileSync(command, given, { stdio: 'inherit' });
    return findBrowser() !== null;
  } catch {
    return false;
  }
}

function install() {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    tried('apt-get', 'update', '-qq');
    if (tried('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium')) return true;
  }
  return tried('npx', 'playwright', 'install', 'chromium');
}

if (process.argv[1]?.endsWith('browser.mjs') && findBrowser() === null && !install()) {
  console.error('There is no Chromium here and it could not be installed; install it, or name it in OUTCRY_CHROMIUM.');
  process.exit(process.env.CI ? 1 : 3);
}
