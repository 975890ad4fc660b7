// The application's modules use Temporal while they load, so a browser without it gets it first.
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global');
const { start } = await import('./app/start.tsx');
start();

export {};
