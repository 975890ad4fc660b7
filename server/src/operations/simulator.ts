import { type ChildProcess, spawn } from 'node:child_process';

/** A simulator as a process of its own that ends with this one. */
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

/** Undefined when it does not start; from then on it comes back at the same address. */
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
        // Its input ends with this process, however that ends; what one of them compiled, the next finds.
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
  // From here on it comes back at the same address.
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
