import { CopyButton } from '../../components/button.tsx';

/** A token with a button that copies it. */
export function TokenText({ token }: { token: string }) {
  return (
    <span class="token-text">
      <code>{token}</code>
      <CopyButton text={() => token} label={`Copy token ${token}`} />
    </span>
  );
}
