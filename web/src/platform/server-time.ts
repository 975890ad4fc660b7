/** The browser's clock may be wrong: windows and 'now' follow the server's (X-Server-Time of every answer). */
let offset = Temporal.Duration.from({ milliseconds: 0 });
let narrowest = Number.POSITIVE_INFINITY;

const readStamp = (stamp: string) => {
  try {
    return Temporal.Instant.from(stamp);
  } catch {
    return undefined;
  }
};

/** The answer with the shortest way tells the offset best; half of the way is added. */
export const learnServerTime = (stamp: string | null, roundTrip: number) => {
  const server = stamp ? readStamp(stamp) : undefined;
  if (!server || roundTrip > narrowest * 1.5 + 20) return;
  narrowest = Math.min(narrowest, roundTrip);
  const here = Temporal.Now.instant();
  offset = here.until(server.add({ milliseconds: Math.round(roundTrip / 2) }));
};

export const serverNow = () => Temporal.Now.instant().add(offset);
export const clockOffset = () => offset;

/** The offset of an earlier page, until an answer tells a newer one. */
export const adoptOffset = (milliseconds: number) => {
  if (narrowest === Number.POSITIVE_INFINITY) offset = Temporal.Duration.from({ milliseconds });
};
