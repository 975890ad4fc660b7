export interface Position {
  readonly lat: number;
  readonly lon: number;
  /** In metres. */
  readonly accuracy: number;
}

export type PositionAnswer =
  | { readonly ok: true; readonly position: Position }
  | { readonly ok: false; readonly code: number; readonly message: string };

const LONGEST = 20_000;
const UNAVAILABLE = 2;

/** The phone's current position as precisely as it can measure, never an old one. */
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
