import { startReceiver } from '../../simulators/src/webhook-receiver.ts';

/** A receiver in a separate process, to be killed: prints its address and writes each event to a file before it answers. */
const { RECEIVER_FILE = '', RECEIVER_PORT = '0', RECEIVER_SECRET = '' } = process.env;
const receiver = await startReceiver({
  secret: () => RECEIVER_SECRET,
  port: Number(RECEIVER_PORT),
  slowMs: 3,
  file: RECEIVER_FILE,
});
receiver.mood = 'flaky';
process.stdout.write(receiver.url);
