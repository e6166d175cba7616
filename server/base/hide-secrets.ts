// Takes secrets out of addresses before they are logged. Must not know which routes there are.

const secretNames =
  /^(?:.*token.*|.*secret.*|.*password.*|code|state|signature|sig|x-amz-.*|.*ticket.*|.*challenge.*|.*verifier.*|nonce.*|user_code|invite)$/i;

/** The path with the values of secret-looking query parameters replaced. */
export function hideSecrets(url: string): string {
  const mark = url.indexOf('?');
  if (mark < 0) return url;
  const shown = url
    .slice(mark + 1)
    .split('&')
    .map((pair) => {
      const [name = ''] = pair.split('=', 1);
      return secretNames.test(name) ? `${name}=[hidden]` : pair;
    });
  return `${url.slice(0, mark)}?${shown.join('&')}`;
}
