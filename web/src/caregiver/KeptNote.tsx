import { useEffect, useState } from 'react';
import { Note } from '../ui/Note.tsx';
import { countEntries } from './store.ts';
import { useWords } from './words.ts';

/** On the sign-in page: something that somebody entered is still on this phone. Whose, it does not say. */
export const KeptNote = () => {
  const words = useWords();
  const [count, setCount] = useState(0);
  useEffect(() => {
    void countEntries().then(setCount);
  }, []);
  return count > 0 ? <Note tone="warn">{words.keptForLogin(count)}</Note> : null;
};
