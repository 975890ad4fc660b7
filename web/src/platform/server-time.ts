/** Offset from the browser's clock, which may be wrong, to the server's, in milliseconds (X-Server-Time of every answer). */
let offset = 0;
let narrowest = Number.POSITIVE_INFINITY;

/** The answer with the shortest round trip gives the best offset; half of the round trip is added. */
export const learnServerTime = (stamp: string | null, roundTrip: number) => {
  const server = Date.parse(stamp ?? '');
  if (Number.isNaN(server) || roundTrip > narrowest * 1.5 + 20) return;
  narrowest = Math.min(narrowest, roundTrip);
  offset = Math.round(server + roundTrip / 2 - Date.now());
};

export const clockOffset = () => Temporal.Duration.from({ milliseconds: offset });
export const serverNow = () => Temporal.Now.instant().add(clockOffset());

/** Uses the offset of an earlier page until an answer gives a newer one. */
export const adoptOffset = (milliseconds: number) => {
  if (narrowest === Number.POSITIVE_INFINITY) offset = milliseconds;
};
