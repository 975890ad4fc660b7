import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Agency {
  readonly url: string;
  /** The provider of texts, which is simulated. */
  readonly twilio: string;
}

/** What a file of stories asks of its agency. */
export interface Wishes {
  /** Its admin may connect services of this machine, as a mail server that the story brings. */
  readonly localServices: boolean;
}

const isAgency = (message: unknown): message is Agency =>
  typeof message === 'object' && message !== null && 'twilio' in message;

let own: { readonly file: string; readonly agency: Agency } | undefined;

/** The agency of a file of stories, as new: nothing that another file did is in it. */
export const openAgencyOf = async (file: string, wishes: Wishes): Promise<Agency> => {
  if (own?.file !== file) own = { file, agency: await startAgency(wishes) };
  return own.agency;
};

let keeper: ReturnType<typeof startKeeper> | undefined;

const startKeeper = () => {
  const child = fork('e2e/serve.ts', { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
  // What went as it should is not said between the stories.
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (!line.startsWith('{"level":"info"')) process.stderr.write(`${line}\n`);
    });
  return { child, ended: once(child, 'exit').then(() => []) };
};

const startAgency = async (wishes: Wishes): Promise<Agency> => {
  keeper ??= startKeeper();
  keeper.child.send(wishes);
  const [answer] = await Promise.race([once(keeper.child, 'message'), keeper.ended]);
  if (!isAgency(answer)) throw new Error('the agency of the stories did not start');
  return answer;
};

const started = () => {
  if (!own) throw new Error('a story opens its page before it asks for its agency');
  return own.agency;
};

export const ownAddress = () => started().url;
export const ownTwilio = () => started().twilio;
