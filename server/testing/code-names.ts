/** Names only programmers understand: 'pcTotal', 'EndDate', 'denied_reason', 'version 0', 'v0'. */
export const codeNamesIn = (text: string): string[] => [
  ...(text.normalize('NFC').match(/\b\p{L}*\p{Ll}\p{Lu}\p{L}*\b|\b\p{L}+_\p{L}+\b|\b(?:version |v)\d+\b/gu) ??
    []),
];
