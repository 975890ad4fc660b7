import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type { sendConfirmation as call } from '@homecare/domain/messaging/contract.ts';
import {
  ALREADY_CONFIRMED,
  CONFIRMATION_HOURS,
  canMail,
  confirmationMail,
  confirmationWaits,
  NO_EMAIL,
} from '@homecare/domain/messaging/rules.ts';
import { confirmEmail } from '../people/service.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import type { LinkKind } from '../platform/http/links.ts';
import {
  isConfirmationValid,
  isConfirmationWaiting,
  lockAddress,
  saveConfirmation,
  useConfirmation,
} from './queries.ts';
import { queueMessages } from './service.ts';

/** Queues the message with a new link; an earlier link of the person stops working. */
export const sendConfirmation: UseCase<typeof call> = (scope, { id }) =>
  mutate(scope, 'messaging.sendConfirmation', async (tx, record) => {
    const person = await lockAddress(tx, id);
    if (!person) return refuse('notFound');
    const { email, confirmed, name } = person;
    if (!canMail(email)) return refuseFields([{ field: 'Email', message: NO_EMAIL }]);
    if (confirmed) return refuse('conflict', ALREADY_CONFIRMED);
    const now = scope.now();
    if (await isConfirmationWaiting(tx, id, email, now.toString()))
      return refuse('conflict', confirmationWaits(email));
    const token = newToken();
    const { secrets, title } = scope.site;
    const mail = { ...confirmationMail(name, title), sealedLink: secrets.encrypt(token) };
    const queued = await queueMessages(
      tx,
      scope,
      [{ channel: 'Email', recipient: email, owner: { personId: id, candidateId: null }, ...mail }],
      record,
    );
    if (!queued.ok) return queued;
    const [messageId] = queued.data;
    if (messageId === undefined) throw new Error('the confirmation mail was not queued');
    const expires = now.add({ hours: CONFIRMATION_HOURS }).toString();
    await saveConfirmation(tx, { personId: id, tokenHash: hashToken(token), email, messageId, expires });
    return done({ to: email });
  });

/** The link's page: its button confirms the address once. */
export const confirmationLink: LinkKind = {
  offer: async (scope, tokenHash) =>
    (await isConfirmationValid(scope.site.db, tokenHash, scope.now().toString()))
      ? {
          title: ['Confirm your e-mail address', 'Confirme su dirección de correo'],
          text: [
            `${scope.site.title} would like to write to you at this address.`,
            `${scope.site.title} desea escribirle a esta dirección.`,
          ],
          button: ['Confirm', 'Confirmar'],
        }
      : undefined,
  use: async (scope, tokenHash) => {
    const used = await mutate(scope, 'messaging.confirmEmail', async (tx, record) => {
      const link = await useConfirmation(tx, tokenHash, scope.now().toString());
      return link && (await confirmEmail(tx, link.personId, link.email, record))
        ? done(null)
        : refuse('notFound');
    });
    return used.ok
      ? {
          title: ['Thank you', 'Gracias'],
          text: ['Your e-mail address is confirmed.', 'Su dirección de correo está confirmada.'],
        }
      : undefined;
  },
};
