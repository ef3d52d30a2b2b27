// Records from the server.

/** The record at an address, as parsed JSON. Throws an Error whose message is for people. */
export async function fetchRecord(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The record could not be loaded (${answer.status}).`);
  return answer.json();
}
