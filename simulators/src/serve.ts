import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Listening {
  /** http://127.0.0.1:{port} */
  readonly url: string;
  stop(): Promise<void>;
}

/** Answers on loopback; port 0 takes a free one. */
export const serve = async (
  respond: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>,
  port = 0,
): Promise<Listening> => {
  const listener = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, '127.0.0.1', () => resolve());
  });
  const address = listener.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: () =>
      new Promise((stopped) => {
        listener.close(() => stopped());
        listener.closeAllConnections();
      }),
  };
};

/** Whoever started a simulator as a process may be gone: then it ends too. */
export const endWithStarter = () => {
  if (process.env.ENDS_WITH_STDIN) process.stdin.resume().once('end', () => process.exit(0));
};
