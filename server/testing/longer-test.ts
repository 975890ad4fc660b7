import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a test file of this folder with settings that lengthen it; the process ends with its exit code. */
export const runLonger = (file: string, settings: Readonly<Record<string, string>> = {}) => {
  const test = `server/testing/${file}`;
  const limits = ['--testTimeout', String(6 * 3_600_000), '--hookTimeout', '120000'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', ...limits, test];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...settings },
  });
  child.once('error', (error) => {
    throw error;
  });
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
};
