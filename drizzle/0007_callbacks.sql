CREATE TABLE "campaign_callbacks" (
	"id" text PRIMARY KEY NOT NULL,
	"draft_id" text NOT NULL,
	"event" text NOT NULL,
	"url" text NOT NULL,
	"body" text NOT NULL,
	"headers" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer NOT NULL,
	"problem" text,
	"next_at" bigint NOT NULL,
	"created_at" bigint NOT NULL,
	"tried_at" bigint
);
--> statement-breakpoint
CREATE TABLE "campaign_push_configs" (
	"draft_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"protocol" text NOT NULL,
	"token" text,
	"authorization" text,
	"created_at" bigint NOT NULL,
	CONSTRAINT "campaign_push_configs_draft_id_id_pk" PRIMARY KEY("draft_id","id")
);
--> statement-breakpoint
CREATE TABLE "campaign_tasks" (
	"draft_id" text PRIMARY KEY NOT NULL,
	"context_id" text NOT NULL,
	"message" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "campaign_callbacks_draft" ON "campaign_callbacks" USING btree ("draft_id");--> statement-breakpoint
CREATE INDEX "campaign_callbacks_due" ON "campaign_callbacks" USING btree ("next_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "campaign_tasks_context" ON "campaign_tasks" USING btree ("context_id");