import { startReceiver } from '../../simulators/src/webhook-receiver.ts';

/** A receiver in a process of its own, to be killed: says its address and notes each event on a file before it answers. */
const { RECEIVER_FILE = '', RECEIVER_PORT = '0', RECEIVER_SECRET = '' } = process.env;
const receiver = await startReceiver({
  secret: () => RECEIVER_SECRET,
  port: Number(RECEIVER_PORT),
  slowMs: 3,
  file: RECEIVER_FILE,
});
receiver.mood = 'flaky';
process.stdout.write(receiver.url);
