import { type ChildProcess, spawn } from 'node:child_process';

/** A simulator as a separate process that ends with this one. */
export interface Simulator {
  readonly url: string;
  stop(): Promise<void>;
}

const START_MS = 20_000;
const RESTART_MS = 1_000;

const compiled = () => {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
};

/** Undefined if it does not start; otherwise it is restarted at the same address whenever it ends. */
export const runSimulator = async (
  program: string,
  env: Readonly<Record<string, string>>,
): Promise<Simulator | undefined> => {
  let stopped = false;
  let child: ChildProcess | undefined;

  const launch = (port: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const launched = spawn(process.execPath, [program], {
        stdio: ['pipe', 'pipe', 'ignore'],
        // Its input ends with this process, however that ends. The compile cache is shared with other processes.
        env: { ...compiled(), ...env, PORT: port, ENDS_WITH_STDIN: '1' },
      });
      child = launched;
      const timer = setTimeout(() => launched.kill('SIGKILL'), START_MS);
      launched.stdin.on('error', () => undefined);
      launched.stdout.once('data', (text) => {
        clearTimeout(timer);
        resolve(/http:\S+/.exec(String(text))?.[0]);
      });
      launched.once('error', () => resolve(undefined));
      launched.once('exit', () => {
        clearTimeout(timer);
        resolve(undefined);
        if (!stopped && port !== '0') setTimeout(() => void (stopped || launch(port)), RESTART_MS).unref();
      });
    });

  const url = await launch('0');
  if (!url) return undefined;
  // From here on it is restarted at the same address.
  child?.once('exit', () => {
    if (!stopped) setTimeout(() => void (stopped || launch(new URL(url).port)), RESTART_MS).unref();
  });
  return {
    url,
    stop: async () => {
      stopped = true;
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const ended = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGTERM');
      await ended;
    },
  };
};
