import type { Visit } from '../platform/http/bind.ts';

/** What the provider of texts and calls sends: a form, signed with the token of the agency's account. */

export type SignedFields = Readonly<Record<string, string>>;

export const NOT_SIGNED = 'This request is not signed by the text messaging provider.';

/** The public address is part of what is signed; behind a proxy it is the configured one. */
export const isSigned = async (visit: Visit, fields: SignedFields): Promise<boolean> => {
  const { request } = visit;
  const { site, settings } = await visit.asSet();
  const signature = request.headers['x-twilio-signature'];
  const account = settings.textMessages;
  if (!account || typeof signature !== 'string' || fields.AccountSid !== account.accountSid) return false;
  const { default: twilio } = await import('twilio');
  return twilio.validateRequest(account.authToken, signature, `${site.publicUrl}${request.url}`, {
    ...fields,
  });
};
