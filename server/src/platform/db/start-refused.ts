/** A start that cannot go on for a reason the operator can fix; the message is one clear sentence. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
