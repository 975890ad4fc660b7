import { sql } from 'kysely';

/** Words that are written to people, free text: read whole by these accessors alone, never compared in SQL. */
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
