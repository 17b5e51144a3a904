import { Badge } from '@attune/shared-ui/components/badge';
import { Button } from '@attune/shared-ui/components/button';
import { testimonials, type Testimonial } from '../content';
import { landingMessages as messages } from '../messages';
import styles from './testimonials.module.css';

/** Voices of those who use it; marked as examples until somebody stands behind them. */
export function Testimonials({ onSignIn }: { onSignIn: () => void }) {
  const shown = testimonials.filter((testimonial) => testimonial.shown);
  if (shown.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="testimonials-title">
      <h2 id="testimonials-title" className={styles.title}>
        {messages.testimonialsTitle}
      </h2>
      <div className={styles.voices}>
        {shown.map((testimonial) => (
          <Voice key={testimonial.name} {...testimonial} />
        ))}
      </div>
      <Button className={styles.action} onClick={onSignIn}>
        {messages.signUp}
      </Button>
    </section>
  );
}

function Voice({ name, role, content, rating, vouched }: Testimonial) {
  return (
    <figure className={styles.voice}>
      <p className={styles.rating} role="img" aria-label={messages.rating(rating)}>
        {'★'.repeat(rating)}
      </p>
      <blockquote className={styles.content}>
        <p>{content}</p>
      </blockquote>
      <figcaption className={styles.person}>
        <span className={styles.name}>{name}</span>
        <span className={styles.role}>{role}</span>
        {!vouched && <Badge>{messages.example}</Badge>}
      </figcaption>
    </figure>
  );
}
