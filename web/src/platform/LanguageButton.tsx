import { Button } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { phoneIcon } from '../ui/icons.ts';
import { chooseLanguage, nameOf, otherLanguage, useLanguage } from './language.ts';

/** The other language, by its own name. */
export const LanguageButton = () => {
  const other = otherLanguage(useLanguage());
  return (
    <Button
      size="md"
      variant="subtle"
      lang={other}
      leftSection={<IconLanguage {...phoneIcon} />}
      onClick={() => chooseLanguage(other)}
    >
      {nameOf(other)}
    </Button>
  );
};
