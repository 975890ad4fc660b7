import { useEffect, useState } from 'react';
import { Note } from '../ui/Note.tsx';
import { countAttempts } from './attempts.ts';
import { useWords } from './words.ts';

/** On the sign-in page: checks of somebody are still on this phone. Whose, it does not say. */
export const KeptNote = () => {
  const words = useWords();
  const [count, setCount] = useState(0);
  useEffect(() => {
    void countAttempts().then(setCount);
  }, []);
  return count > 0 ? <Note tone="warn">{words.keptForLogin(count)}</Note> : null;
};
