import { spawn } from 'node:child_process';
import { install } from './install.mjs';
import { command, ROOT } from './steps.mjs';

// The server restarts when a source changes; the web app is served by Vite, which passes /homecare on to it.
command(async () => {
  const node = await install();
  const programs = [
    ['--watch', '--watch-preserve-output', 'server/src/main.ts'],
    ['node_modules/vite/bin/vite.js', 'web', '--clearScreen', 'false'],
  ];
  const env = { ...process.env, SERVER: `http://localhost:${process.env.PORT || 8080}` };
  const children = programs.map((args) => spawn(node, args, { cwd: ROOT, stdio: 'inherit', env }));
  const stopAll = (signal) => {
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((resolve) => {
          child.on('exit', (code) => {
            stopAll('SIGTERM');
            resolve(code ?? 0);
          });
        }),
    ),
  );
  return Math.max(...codes);
});
