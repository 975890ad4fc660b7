/** The browser's clock may be wrong: windows and 'now' follow the server's (X-Server-Time of every answer); milliseconds. */
let offset = 0;
let narrowest = Number.POSITIVE_INFINITY;

/** The answer with the shortest way gives the offset best; half of the way is added. */
export const learnServerTime = (stamp: string | null, roundTrip: number) => {
  const server = Date.parse(stamp ?? '');
  if (Number.isNaN(server) || roundTrip > narrowest * 1.5 + 20) return;
  narrowest = Math.min(narrowest, roundTrip);
  offset = Math.round(server + roundTrip / 2 - Date.now());
};

export const clockOffset = () => Temporal.Duration.from({ milliseconds: offset });
export const serverNow = () => Temporal.Now.instant().add(clockOffset());

/** The offset of an earlier page, until an answer gives a newer one. */
export const adoptOffset = (milliseconds: number) => {
  if (narrowest === Number.POSITIVE_INFINITY) offset = milliseconds;
};
