export function randomName(): string {
  return `sandbox-${randomHex(6)}`;
}

/** The prefix makes a leaked token recognizable as one of a mock. */
export function randomControlToken(): string {
  return `mdcontrol_${randomHex(32)}`;
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
