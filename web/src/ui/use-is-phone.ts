import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is as narrow as a phone's, known when the page is drawn first. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false });
