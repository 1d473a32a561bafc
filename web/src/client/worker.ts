/** The line to the host that runs as a worker in this page. */
import type { HostMessage } from '$/generated/messages';
import type { Connect } from './table.svelte';

export const toWorker: Connect = (hear) => {
  const worker = new Worker(new URL('../host/worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ type: 'base', url: document.baseURI });
  worker.onmessage = (event: MessageEvent<HostMessage>): void => hear(event.data);
  worker.onerror = (event): void =>
    hear({ type: 'host_failed', reason: { code: 'broken', parameters: { what: event.message } } });
  return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
};
