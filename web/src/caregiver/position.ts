export interface Position {
  readonly lat: number;
  readonly lon: number;
  /** Metres. */
  readonly accuracy: number;
}

export type PositionAnswer =
  | { readonly ok: true; readonly position: Position }
  | { readonly ok: false; readonly code: number; readonly message: string };

const LONGEST = 20_000;
const UNAVAILABLE = 2;

/** Where the phone is now, as exactly as it can measure; never an old position. */
export const findPosition = () =>
  new Promise<PositionAnswer>((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve({ ok: false, code: UNAVAILABLE, message: 'This browser cannot tell its position' });
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          ok: true,
          position: { lat: coords.latitude, lon: coords.longitude, accuracy: coords.accuracy },
        }),
      ({ code, message }) => resolve({ ok: false, code, message }),
      { enableHighAccuracy: true, timeout: LONGEST, maximumAge: 0 },
    );
  });
