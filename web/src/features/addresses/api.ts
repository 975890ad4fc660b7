import { suggestAddresses } from '@homecare/domain/addresses/contract.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../../platform/query.ts';

const SHORTEST = 3;
const PAUSE = 200;

/** Suggestions for what is typed, US only; asked once typing pauses. */
export const useAddressSuggestions = (typed: string, enabled: boolean) => {
  const [text] = useDebouncedValue(typed.trim(), PAUSE);
  const asked = enabled && text.length >= SHORTEST;
  const query = useRead(suggestAddresses, { text }, { enabled: asked, staleTime: 300_000 });
  return {
    /** undefined until the answer for the typed text is there. */
    suggestions: asked && text === typed.trim() ? query.data : undefined,
    failed: asked && query.isError,
  };
};
