/** The agency of this worker, of those that the configuration starts. */
const own = (ports: string | undefined) => {
  const port = ports?.split(',')[Number(process.env.TEST_PARALLEL_INDEX)];
  if (!port) throw new Error('stories are run by Playwright, which starts their agencies');
  return port;
};

export const ownAddress = () => `http://localhost:${own(process.env.E2E_PORTS)}`;
export const ownTwilio = () => `http://127.0.0.1:${own(process.env.E2E_TWILIO_PORTS)}`;
