/**
 * The page in real Chromium, for page.mjs and lab.mjs: node PROGRAM OUTCRY WEB COUNT.
 * Whatever happens, no server and no browser is left running.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , outcry, web, count] = process.argv;
const require = createRequire(`${web}/package.json`);
const { chromium } = await import(
  pathToFileURL(require.resolve('@playwright/test')).href.replace('index.js', 'index.mjs')
);
const { findBrowser, FLAGS } = await import(pathToFileURL(`${web}/e2e/browser.mjs`).href);

/** Serve the page, and print as JSON what comes of looking at it, or, as the last line of stderr, why nothing does. */
export async function tellInPage(look) {
  try {
    console.log(JSON.stringify(await looked(look)));
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

async function looked(look) {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('there is no Chromium here: make test installs one');
  const server = spawn(outcry, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let browser;
  try {
    const url = await new Promise((found, failed) => {
      server.once('exit', () => failed(new Error('the server did not start')));
      server.stdout.on('data', (text) => /http:\S+/.test(text) && found(/http:\S+/.exec(text)[0]));
    });
    browser = await chromium.launch({ args: FLAGS, ...(executablePath ? { executablePath } : {}) });
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    return await look({ browser, page, url, count: Number(count) });
  } finally {
    await browser?.close();
    server.kill();
  }
}
