import { type RawBuilder, sql } from 'kysely';

/**
 * What a caregiver can use without signing in (calendar, links) is closed while their account is suspended; anything made before it
 * was deleted stays closed.
 */
export const isAccessEnded = (providerId: RawBuilder<unknown>, made: RawBuilder<unknown>) =>
  sql`exists (select from accounts account where account.provider_id = ${providerId}
    and (account.suspended is not null and account.deleted is null or account.deleted > ${made}))`;
