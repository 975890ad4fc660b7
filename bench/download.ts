/** Milliseconds to the first and to the last byte of what a server answers. */
export const download = async (
  { url, cookie }: { readonly url: string; readonly cookie: string },
  path: string,
  query: Readonly<Record<string, string>>,
) => {
  const begun = performance.now();
  const answer = await fetch(`${url}/homecare/api/${path}?${new URLSearchParams(query)}`, {
    headers: { cookie },
  });
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  const firstByte = performance.now() - begun;
  let bytes = first?.value?.length ?? 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    bytes += part.value.length;
  if (answer.status !== 200)
    throw new Error(`${path}: ${answer.status} ${new TextDecoder().decode(first?.value).slice(0, 300)}`);
  return { firstByte, whole: performance.now() - begun, bytes };
};
