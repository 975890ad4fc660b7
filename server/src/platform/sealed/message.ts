import { sql } from 'kysely';

/** Free text written to people, read whole by these accessors only, never compared in SQL. */
export const sealedMessage = {
  text: () => sql.ref('messages.text'),
  subject: () => sql.ref('messages.subject'),
} as const;
export const sealedBulkSend = {
  text: () => sql.ref('bulk_sends.text'),
  subject: () => sql.ref('bulk_sends.subject'),
} as const;

interface Words {
  readonly subject: string | null;
  readonly text: string;
}

/** What is stored of them. */
export const storedWords = ({ subject, text }: Words): Words => ({ subject, text });
