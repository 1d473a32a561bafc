/** The line to the host that runs as a worker in this page. */
import type { HostMessage } from '$/generated/messages';
import type { DeviceAsked, DeviceTold } from '$/host/device/messages';
import type { Connect } from './table.svelte';

function begun<Told>(hear: (message: Told | HostMessage) => void): Worker {
  const worker = new Worker(new URL('../host/worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ type: 'base', url: document.baseURI });
  worker.onmessage = (event: MessageEvent<Told>): void => hear(event.data);
  worker.onerror = (event): void =>
    hear({ type: 'host_failed', reason: { code: 'broken', parameters: { what: event.message } } });
  return worker;
}

export const toWorker: Connect = (hear) => {
  const worker = begun<HostMessage>(hear);
  return { send: (message) => worker.postMessage(message), close: () => worker.terminate() };
};

/** The line to a host that several people at this device share. */
export interface DeviceLine {
  ask(asked: DeviceAsked): void;
  close(): void;
}

export type ConnectDevice = (hear: (message: HostMessage | DeviceTold) => void) => DeviceLine;

export const toSharedWorker: ConnectDevice = (hear) => {
  const worker = begun<HostMessage | DeviceTold>(hear);
  return { ask: (asked) => worker.postMessage({ type: 'device', asked }), close: () => worker.terminate() };
};
