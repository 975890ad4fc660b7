import { useEffect, useState } from 'react';
import { Note } from '../ui/Note.tsx';
import { countEntries } from './store.ts';
import { useWords } from './words.ts';

/** Says on the sign-in page that something unsent is on this phone, but not whose it is. */
export const KeptNote = () => {
  const words = useWords();
  const [count, setCount] = useState(0);
  useEffect(() => {
    void countEntries().then(setCount);
  }, []);
  return count > 0 ? <Note tone="warn">{words.keptForLogin(count)}</Note> : null;
};
