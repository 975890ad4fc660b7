// Whether the process beside it can serve: for the health check of a container.
const { PORT = '8080', TLS_CERT } = process.env;
const scheme = TLS_CERT ? 'https' : 'http';
// Its certificate is for its name, not for this machine's.
if (TLS_CERT) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const answer = await fetch(`${scheme}://127.0.0.1:${PORT}/readyz`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
