import { Banner } from '@attune/shared-ui/components/banner';
import { Card, CardBody, CardHeader } from '@attune/shared-ui/components/card';
import { UserText } from '@attune/shared-ui/components/user-text';
import { Facts } from '../../../records/facts';
import { answerLines, isMarked, momentWords } from '../answer-words';
import type { AnsweredForm, AnsweredQuestion } from '../intake-answers.api';
import { answersMessages as messages } from '../messages';
import styles from './answers-sheet.module.css';

/** What PHQ-9's item about death and self-harm was answered with, as soon as it is more than 'Not at all' or is missing. */
export function SelfHarmNotice({ score }: Pick<AnsweredForm, 'score'>) {
  if (score?.instrument !== 'phq-9') return null;
  if (score.self_harm_answer === null) {
    return (
      <Banner tone="attention" title={messages.selfHarmUnknown}>
        {messages.selfHarmUnknownText}
      </Banner>
    );
  }
  if (!isMarked(score)) return null;
  return (
    <div className={styles.alarm}>
      <Banner tone="attention" title={<span className={styles.alarmTitle}>{messages.selfHarm(score.self_harm_answer)}</span>}>
        {messages.selfHarmText}
      </Banner>
    </div>
  );
}

/** Who completed the form, and when. */
export function AnswersFacts({ form }: { form: AnsweredForm }) {
  const { client_name, completed_at, signed_name, version } = form;
  const facts = [
    [messages.client, client_name],
    [messages.completed, momentWords(completed_at)],
    [messages.signedBy, signed_name],
    [messages.version, String(version)],
  ] as const;
  return <Facts facts={facts} />;
}

/** The questions that were shown, in the words of the version that was answered, each with its answer. */
export function AnswersSheet({ questions }: Pick<AnsweredForm, 'questions'>) {
  return (
    <Card as="section" padding="none" aria-labelledby="answers">
      <CardHeader id="answers" title={messages.answersTitle} />
      <CardBody>
        <dl className={styles.answers}>
          {questions.map((question) => (
            <div key={question.id} className={styles.answer}>
              <dt>
                <UserText as="div" className={styles.question} preserveLines>
                  {question.question}
                </UserText>
                {question.help_text !== '' && (
                  <UserText as="div" className={styles.help} preserveLines>
                    {question.help_text}
                  </UserText>
                )}
              </dt>
              <dd>
                <GivenAnswer question={question} />
              </dd>
            </div>
          ))}
        </dl>
      </CardBody>
    </Card>
  );
}

function GivenAnswer({ question }: { question: AnsweredQuestion }) {
  const lines = answerLines(question);
  const [only = ''] = lines;
  if (lines.length === 0) return <span className={styles.nothing}>{messages.notAnswered}</span>;
  if (question.type !== 'checkbox') {
    return (
      <UserText as="div" preserveLines>
        {only}
      </UserText>
    );
  }
  return (
    <ul className={styles.chosen}>
      {lines.map((line) => (
        <li key={line}>
          <UserText>{line}</UserText>
        </li>
      ))}
    </ul>
  );
}
