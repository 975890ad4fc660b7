/** A start that cannot continue for a reason the operator can fix; the message is one clear sentence. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
