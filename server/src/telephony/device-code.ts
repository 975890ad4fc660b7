import { generateSync } from 'otplib';

/**
 * The six-digit code that a device at a client's home shows on a day: RFC 4226 with the days since 1970 as counter. It changes at
 * midnight by the agency's clock.
 */

const FIRST_DAY = Temporal.PlainDate.from('1970-01-01');

export const codeOfDay = (secret: string, day: Temporal.PlainDate): string =>
  generateSync({ strategy: 'hotp', secret, counter: FIRST_DAY.until(day, { largestUnit: 'days' }).days });
