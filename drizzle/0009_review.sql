CREATE TABLE "campaign_audit_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaign_audit_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" bigint NOT NULL,
	"actor" text NOT NULL,
	"key_id" text,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"details" text
);
--> statement-breakpoint
CREATE TABLE "campaign_caller_plans" (
	"caller" text PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_decisions" (
	"draft_id" text NOT NULL,
	"number" integer NOT NULL,
	"decision" text NOT NULL,
	"note" text,
	"asset_hash" text NOT NULL,
	"decided_at" bigint NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "campaign_decisions_draft_id_number_pk" PRIMARY KEY("draft_id","number")
);
--> statement-breakpoint
CREATE TABLE "campaign_receipt_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"jwk" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_run_counts" (
	"caller" text NOT NULL,
	"day" text NOT NULL,
	"runs" integer NOT NULL,
	CONSTRAINT "campaign_run_counts_caller_day_pk" PRIMARY KEY("caller","day")
);
--> statement-breakpoint
CREATE TABLE "campaign_run_leases" (
	"id" text PRIMARY KEY NOT NULL,
	"caller" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "campaign_drafts_owner";--> statement-breakpoint
ALTER TABLE "campaign_assets" ADD COLUMN "created_at" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_drafts" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "campaign_drafts" ADD COLUMN "revises" text;--> statement-breakpoint
ALTER TABLE "campaign_drafts" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "campaign_audit_entries_at" ON "campaign_audit_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "campaign_run_leases_caller" ON "campaign_run_leases" USING btree ("caller","expires_at");--> statement-breakpoint
CREATE INDEX "campaign_drafts_owner" ON "campaign_drafts" USING btree ("owner","created_at","id");--> statement-breakpoint
ALTER TABLE "campaign_drafts" ADD CONSTRAINT "campaign_drafts_revises_unique" UNIQUE("revises");