import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { drawFlames, Profile } from '../scripts/flame-graph.ts';

/** With BENCH_FLAMES=FILE.svg the processor time of the server, from when it was signed in to until it stops, is drawn there. */
export const FLAMES = process.env.BENCH_FLAMES || undefined;

/** The server says where it can be inspected. */
export const INSPECTED: readonly string[] = FLAMES ? ['--inspect=127.0.0.1:0'] : [];

const Answer = z.object({ id: z.int(), result: z.unknown() });
/** A sample each so many microseconds. */
const EVERY = 500;

/** Begins now; what it answers ends it, and draws it. */
export const beginProfile = async (output: string, file: string): Promise<() => Promise<void>> => {
  const [address] = /ws:\/\/\S+/.exec(output) ?? [];
  if (!address) throw new Error('the server does not say where it can be inspected');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let asked = 0;
  const ask = (method: string, params: object = {}): Promise<unknown> => {
    asked += 1;
    const id = asked;
    return new Promise((resolve) => {
      const take = ({ data }: MessageEvent) => {
        const answer = Answer.safeParse(JSON.parse(String(data)));
        if (!answer.success || answer.data.id !== id) return;
        socket.removeEventListener('message', take);
        resolve(answer.data.result);
      };
      socket.addEventListener('message', take);
      socket.send(JSON.stringify({ id, method, params }));
    });
  };
  await ask('Profiler.enable');
  await ask('Profiler.setSamplingInterval', { interval: EVERY });
  await ask('Profiler.start');
  return async () => {
    const { profile } = z.object({ profile: Profile }).parse(await ask('Profiler.stop'));
    writeFileSync(file, drawFlames(profile));
    socket.close();
  };
};
