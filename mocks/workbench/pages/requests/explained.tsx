import { type Explainable, explain } from '../../code/explain.ts';
import { escapeInvisible } from '../../components/text.ts';

/** The reason why a request failed. */
export function Explained({ entry }: { entry: Explainable }) {
  const explanation = explain(entry);
  if (!explanation) return null;
  return (
    <div class="explained">
      <strong>{escapeInvisible(explanation.title)}</strong> <span>{explanation.text}</span>
      {explanation.issues.length > 0 && (
        <ul>
          {explanation.issues.slice(0, 50).map(({ path, message }) => (
            <li>
              {path && <code>{escapeInvisible(path)}</code>} {escapeInvisible(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
